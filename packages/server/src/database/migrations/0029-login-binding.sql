-- The browser that began a login, by the hash of a secret in its cookie: only that browser can end it. Logins that are under way
-- were begun without one, and have to begin again.
delete from saml_requests;
alter table saml_requests add column browser bytea not null;

-- Whether people may begin at the provider. Such a login is bound to no browser, so it is off unless an admin wants it.
alter table saml_providers add column idp_initiated boolean not null default false;
