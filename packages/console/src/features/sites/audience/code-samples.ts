/** Code for a back end that signs tokens of visitors. It is the same in every language of the console. */
export const codeSamples: Readonly<Record<string, (address: string) => string>> = {
  'Node.js': (address) => `import jwt from 'jsonwebtoken'

const token = jwt.sign({ isBeta: user.isBeta }, process.env.SITE_KEY, { expiresIn: '1h' })
response.redirect(\`${address}?jwt_token=\${token}\`)`,
  Python: (address) => `import os, time
import jwt  # pip install pyjwt

claims = {"isBeta": user.is_beta, "exp": int(time.time()) + 3600}
token = jwt.encode(claims, os.environ["SITE_KEY"], algorithm="HS256")
return redirect(f"${address}?jwt_token={token}")`,
  PHP: (address) => `// composer require firebase/php-jwt
use Firebase\\JWT\\JWT;

$claims = ['isBeta' => $user->isBeta, 'exp' => time() + 3600];
$token = JWT::encode($claims, getenv('SITE_KEY'), 'HS256');
header("Location: ${address}?jwt_token=$token");`,
  Ruby: (address) => `require 'jwt' # gem install jwt

claims = { isBeta: user.beta?, exp: Time.now.to_i + 3600 }
token = JWT.encode(claims, ENV['SITE_KEY'], 'HS256')
redirect_to "${address}?jwt_token=#{token}", allow_other_host: true`,
  Go: (address) => `// go get github.com/golang-jwt/jwt/v5
claims := jwt.MapClaims{"isBeta": user.IsBeta, "exp": time.Now().Add(time.Hour).Unix()}
token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, claims).SignedString([]byte(os.Getenv("SITE_KEY")))
if err != nil {
	return err
}
http.Redirect(w, r, "${address}?jwt_token="+token, http.StatusFound)`,
}
