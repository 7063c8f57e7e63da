-- The keys of an installation of several servers, each encrypted under a key of the setting SECRET_KEYS (decision 0064). On one machine they are in
-- DATA_DIR/secrets.json, and this table is empty.
create table keyring (
  kind text not null check (kind in ('signing', 'links', 'sealing')),
  id text not null,
  -- AES-256-GCM, bound to kind and id: a copy of the database alone signs and reads nothing.
  sealed bytea not null,
  created_at timestamptz not null,
  primary key (kind, id)
);
select keep_for_platform('keyring');
grant select, insert, update, delete on keyring to samay_platform;
