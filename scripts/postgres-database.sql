-- What scripts/postgres puts into each database: what hostile's search path finds before the system's own.

CREATE EXTENSION citext;
CREATE SCHEMA hostile;
GRANT USAGE, CREATE ON SCHEMA hostile TO hostile;
CREATE FUNCTION hostile.date_trunc(text, timestamp) RETURNS timestamp LANGUAGE sql AS $$ SELECT '2000-01-01'::timestamp $$;
CREATE FUNCTION hostile.abs(numeric) RETURNS numeric LANGUAGE sql AS $$ SELECT -1::numeric $$;
CREATE FUNCTION hostile.wrong(bigint, bigint) RETURNS boolean LANGUAGE sql AS $$ SELECT true $$;
CREATE OPERATOR hostile.= (LEFTARG = bigint, RIGHTARG = bigint, FUNCTION = hostile.wrong);

