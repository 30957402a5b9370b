-- The kinds of things are listed in src/contract/thing-words.ts (docs/decisions/050). The database checks only the form of
-- the name, so that a new kind needs no migration.
alter table report_cases drop constraint report_cases_kind_check;
alter table report_cases add constraint report_cases_kind_check check (kind ~ '^[a-z_]{1,40}$');
