-- Keeps the archives that owners asked for: everything of a business, in one file (decision 0122).

-- A row is an archive, from the moment at which an owner asked for it. Its content is a stored file,
-- encrypted under a key of its own.
create table archives (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- The owner who asked, and who alone downloads it.
  asked_by uuid not null,
  asked_at timestamptz not null,
  -- `waiting` until it is whole; `gone` after the removal.
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed', 'gone')),
  -- The tries that began, and the end of the lease of the server that makes it: one that dies frees it
  -- by time alone, and the next begins from the start.
  attempts int not null default 0 check (attempts >= 0),
  lease_until timestamptz,
  -- The rows and files that are in it, and those that will be.
  done int not null default 0 check (done >= 0),
  total int not null default 0 check (total >= 0),
  -- The name of its stored file, and its length as it is downloaded.
  content_id uuid,
  bytes bigint check (bytes > 0),
  -- The key of its content under AES-256-GCM: a copy of the stored files alone opens nothing.
  encrypted_key bytea,
  ready_at timestamptz,
  -- The instant of its removal, downloaded or not.
  expires_at timestamptz,
  downloaded_at timestamptz,
  primary key (tenant_id, id),
  -- Only a ready one has its content.
  constraint archives_content check (
    (state = 'ready') = (content_id is not null) and (content_id is null) = (encrypted_key is null)
    and (state = 'ready') <= (bytes is not null and expires_at is not null))
);
-- One is made at a time.
create unique index one_waiting_archive on archives (tenant_id) where state = 'waiting';
create index archives_waiting on archives (asked_at) where state = 'waiting';
create index archives_ready on archives (expires_at) where state = 'ready';
create index archives_newest on archives (tenant_id, asked_at desc);
select isolate_tenant('archives');
select confine_platform('archives');
grant select, insert on archives to samay_app;
grant select, insert, update, delete on archives to samay_platform;
