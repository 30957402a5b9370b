-- The accounts library's own tables, as its schema compiler writes them, and our guards around them.
create table "user" (
  "id" uuid primary key default gen_random_uuid(),
  "name" text not null,
  "email" text not null unique check (char_length("email") <= 254 and "email" = lower("email")),
  "emailVerified" boolean not null default false,
  "image" text,
  "createdAt" timestamptz(3) not null default current_timestamp,
  "updatedAt" timestamptz(3) not null default current_timestamp,
  "username" text not null unique check ("username" ~ '^[a-z0-9._-]{3,30}$'),
  "displayUsername" text check (lower("displayUsername") = "username"),
  "twoFactorEnabled" boolean not null default false
);

create table "session" (
  "id" uuid primary key default gen_random_uuid(),
  "expiresAt" timestamptz(3) not null,
  "token" text not null unique,
  "createdAt" timestamptz(3) not null default current_timestamp,
  "updatedAt" timestamptz(3) not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" uuid not null references "user" ("id") on delete cascade
);
create index "session_userId_idx" on "session" ("userId");

create table "account" (
  "id" uuid primary key default gen_random_uuid(),
  "accountId" text not null,
  "providerId" text not null,
  "userId" uuid not null references "user" ("id") on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope" text,
  "password" text,
  "createdAt" timestamptz(3) not null default current_timestamp,
  "updatedAt" timestamptz(3) not null
);
create index "account_userId_idx" on "account" ("userId");

create table "verification" (
  "id" uuid primary key default gen_random_uuid(),
  "identifier" text not null,
  "value" text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp
);
create index "verification_identifier_idx" on "verification" ("identifier");

create table "twoFactor" (
  "id" uuid primary key default gen_random_uuid(),
  "secret" text not null,
  "backupCodes" text not null,
  "userId" uuid not null references "user" ("id") on delete cascade,
  "verified" boolean,
  "failedVerificationCount" integer,
  "lockedUntil" timestamptz
);
create index "twoFactor_secret_idx" on "twoFactor" ("secret");
create index "twoFactor_userId_idx" on "twoFactor" ("userId");

-- Browsers that have signed in before: they are spared the account's lock and the "new device" mail.
create table known_devices (
  user_id uuid not null references "user" ("id") on delete cascade,
  token_hash text not null,
  last_seen_at timestamptz(3) not null default now(),
  primary key (user_id, token_hash)
);

-- Attempts and writes counted per key; the limiter library's own shape.
create table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);
