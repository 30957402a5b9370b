-- no transaction
-- Names in any script and with any letters, also misspelled.
create index concurrently profiles_folded_names on profiles using gin (name_key(username) gin_trgm_ops, name_key(display_name) gin_trgm_ops);
