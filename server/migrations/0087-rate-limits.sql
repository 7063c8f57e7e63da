-- How often something that protects money or people was tried within a window: sign-ins, codes, links, invitations, payments. All servers count
-- here together (server/src/http/shared-limiter.ts). The columns and their order are those of rate-limiter-flexible's store. The key is a hash: the
-- table reveals neither addresses nor people, and a row outlives its window by an hour at most.
create table rate_limits (
  key text primary key,
  points int not null,
  -- Milliseconds since 1970, by the clock of the server that began the window.
  expire bigint not null
);
create index rate_limits_expiry on rate_limits (expire);
select keep_for_platform('rate_limits');
grant select, insert, update, delete on rate_limits to samay_platform;
