-- Plans, and help lines.

create table subscription_interest (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles (id) on delete cascade,
  email text not null check (char_length(email) between 3 and 320),
  selected_tier text not null check (selected_tier in ('Basic Dad', 'Wise Dad', 'Superdad')),
  created_at timestamptz(3) not null default now(),
  unique (user_id, selected_tier)
);

-- Shown first when a father writes of self-harm, violence or a child in danger. The operator edits them.
create table help_lines (
  id uuid primary key default gen_random_uuid(),
  -- as in ISO 3166; null: for every country
  country text check (country ~ '^[A-Z]{2}$'),
  name text not null check (char_length(name) between 1 and 80),
  -- what it is for and when it is open
  about text not null check (char_length(about) between 1 and 200),
  phone text check (char_length(phone) between 1 and 40),
  url text check (url ~ '^https://' and char_length(url) <= 300),
  -- where it was looked up, and on which day
  source text not null check (source ~ '^https://' and char_length(source) <= 300),
  checked_on date not null,
  place integer not null default 0,
  check (phone is not null or url is not null)
);
create unique index help_lines_once on help_lines (coalesce(country, ''), name);
