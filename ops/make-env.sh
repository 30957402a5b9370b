#!/bin/sh
# Prints the secrets for ops/compose.yml, each made now: (umask 077; set -C; sh make-env.sh https://dads.example > .env)
# With set -C, a second call does not replace the file: its secrets would not fit the database any more.
set -eu
[ $# -eq 1 ] || { echo 'Usage: sh make-env.sh https://dads.example > .env' >&2; exit 1; }
secret() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
echo "PUBLIC_URL=$1"
for name in SECRET POSTGRES_PASSWORD DATABASE_PASSWORD S3_SECRET_ACCESS_KEY; do echo "$name=$(secret)"; done
