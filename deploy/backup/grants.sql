-- For `comet-ops backup check`, as a superuser in the database of the control plane; `comet` is the role of DATABASE_URL.
grant execute on function pg_create_restore_point(text) to comet;
grant execute on function pg_switch_wal() to comet;
