/** Values reach psql as environment variables, and statements as literals that the server quotes: none is part of a text here. */
const script = String.raw`
set log_statement = 'none';
set log_min_error_statement = 'panic';
\getenv role COMET_ROLE
\getenv password COMET_PASSWORD
\getenv name COMET_DATABASE
select format('create role %I', :'role') where not exists (select from pg_roles where rolname = :'role') \gexec
select format('alter role %I login password %L', :'role', :'password') \gexec
select format('create database %I owner %I template template0 encoding ''UTF8'' locale ''C.UTF-8''', :'name', :'role')
where not exists (select from pg_database where datname = :'name') \gexec
`;

/** How to run psql as a superuser. */
type Psql = (
  args: readonly string[],
  script: string,
  environment: Readonly<Record<string, string>>,
) => Promise<unknown>;

/** Creates role and database where they are missing, and sets the password. */
export async function createLocalDatabase(
  psql: Psql,
  wanted: { readonly role: string; readonly password: string; readonly name: string },
): Promise<void> {
  const { role, password, name } = wanted;
  await psql(['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--dbname=postgres'], script, {
    ...{ COMET_ROLE: role, COMET_PASSWORD: password, COMET_DATABASE: name },
  });
}
