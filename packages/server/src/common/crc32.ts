/** The polynomial of CRC-32, with its bits reversed. */
const POLYNOMIAL = 0xedb88320

/**
 * The CRC-32 of two texts that follow each other, from those of both and the length of the second one in bytes. Appending
 * bytes multiplies the first checksum, as a polynomial over bits, by x to the power of eight times their number.
 */
export function combineCrc32(first: number, second: number, secondLength: number): number {
  let factor = 1 << 31
  let power = 1 << 23
  for (let rest = secondLength; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) factor = multiply(power, factor)
    power = multiply(power, power)
  }
  return (multiply(factor, first) ^ second) >>> 0
}

/** Multiplies two polynomials modulo that of CRC-32. The highest bit is the coefficient of 1. */
function multiply(one: number, other: number): number {
  let product = 0
  for (let bit = 31; bit >= 0; bit -= 1) {
    if ((one >>> bit) & 1) product ^= other
    other = other & 1 ? (other >>> 1) ^ POLYNOMIAL : other >>> 1
  }
  return product
}
