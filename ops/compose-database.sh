#!/bin/sh
# Runs once, when the database of ops/compose.yml is made: a role that owns its database and nothing else. The program
# refuses to connect as a superuser.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$FATHERKIN_PASSWORD" -U "${POSTGRES_USER:-postgres}" -d postgres <<'SQL'
create role fatherkin login nosuperuser password :'password';
create database fatherkin owner fatherkin encoding 'UTF8' template template0;
SQL
