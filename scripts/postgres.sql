-- What scripts/postgres puts into a fresh cluster.

CREATE ROLE reader LOGIN;

-- Every default of this role's sessions is one that no statement should meet.
CREATE ROLE hostile LOGIN;
ALTER ROLE hostile SET TimeZone = 'Australia/Lord_Howe';
ALTER ROLE hostile SET DateStyle = 'SQL, DMY';
ALTER ROLE hostile SET IntervalStyle = 'sql_standard';
ALTER ROLE hostile SET search_path = hostile, public, pg_catalog;
ALTER ROLE hostile SET default_transaction_read_only = off;
ALTER ROLE hostile SET default_transaction_isolation = 'serializable';
ALTER ROLE hostile SET standard_conforming_strings = off;
ALTER ROLE hostile SET extra_float_digits = -15;
ALTER ROLE hostile SET client_encoding = 'LATIN1';
ALTER ROLE hostile SET bytea_output = 'escape';
ALTER ROLE hostile SET array_nulls = off;
ALTER ROLE hostile SET transform_null_equals = on;
ALTER ROLE hostile SET statement_timeout = '1s';
ALTER ROLE hostile SET lock_timeout = '1ms';
ALTER ROLE hostile SET idle_in_transaction_session_timeout = '1ms';
ALTER ROLE hostile SET plan_cache_mode = 'force_generic_plan';
ALTER ROLE hostile SET client_min_messages = 'debug1';
ALTER ROLE hostile SET timezone_abbreviations = 'Australia';
ALTER ROLE hostile SET row_security = off;

CREATE DATABASE sutura TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8';
CREATE DATABASE sutura_icu TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8' LOCALE_PROVIDER icu ICU_LOCALE 'en-US';
