/**
 * The configuration of each part of a cluster. docs/failover.md shows operators the same for other
 * machines.
 */

/** The passwords of a cluster that only this machine reaches. */
export const passwords = {
  postgres: 'postgres',
  replicator: 'replicator',
  rewind: 'rewind',
  samay_owner: 'samay_owner',
  samay_login: 'samay_login',
};

/**
 * Returns the configuration of a node: PostgreSQL and the Patroni that runs it. JSON is YAML too. A
 * primary whose PostgreSQL was killed is not restarted in its place (`master_start_timeout`):
 * another takes over immediately.
 */
export function patroniConfiguration({ name, folder, data, port, restPort, etcdPort, programs }) {
  const dcs = {
    ttl: 20,
    loop_wait: 5,
    retry_timeout: 5,
    maximum_lag_on_failover: 1_048_576,
    synchronous_mode: true,
    master_start_timeout: 0,
    postgresql: {
      use_pg_rewind: true,
      use_slots: true,
      parameters: {
        wal_level: 'replica',
        hot_standby: 'on',
        wal_log_hints: 'on',
        max_connections: 80,
        shared_buffers: '48MB',
        min_wal_size: '32MB',
        max_wal_size: '128MB',
        // Keeps the log for a node that was away: without it, it would have to be copied again.
        // Patroni drops the slot of a node that is away.
        wal_keep_size: '512MB',
        unix_socket_directories: folder,
        tcp_keepalives_idle: 10,
        tcp_keepalives_interval: 5,
        tcp_keepalives_count: 3,
      },
    },
  };
  const login = (username) => ({ username, password: passwords[username] });
  return JSON.stringify({
    scope: 'samay',
    name,
    log: { level: 'INFO' },
    etcd3: { hosts: `127.0.0.1:${etcdPort}` },
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    bootstrap: {
      dcs,
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums', 'no-sync'],
      pg_hba: [
        'local all all scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication replicator 127.0.0.1/32 scram-sha-256',
      ],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: programs,
      // Copies the data again after an interrupted rewind, because the primary ended while a node
      // was rewound from it: that data cannot start.
      remove_data_directory_on_rewind_failure: true,
      // Copies without waiting for a checkpoint that is spread over minutes.
      basebackup: [{ checkpoint: 'fast' }, 'no-sync'],
      pgpass: `${folder}/${name}.pgpass`,
      authentication: {
        superuser: login('postgres'),
        replication: login('replicator'),
        rewind: login('rewind'),
      },
    },
  });
}

/**
 * Returns the configuration of HAProxy: one address of the primary, regardless of its node, and one
 * of all servers of Samay.
 */
export function haproxyConfiguration({ primaryPort, nodes, webPort, servers }) {
  const database = nodes.map(
    ({ name, port, restPort }) => `  server ${name} 127.0.0.1:${port} check port ${restPort}`,
  );
  const web = servers.map(({ name, port }) => `  server ${name} 127.0.0.1:${port} check`);
  return `global
  maxconn 1000
  log stdout format raw daemon
defaults
  timeout connect 2s
  timeout check 3s
  retries 3
  option redispatch
listen primary
  mode tcp
  bind 127.0.0.1:${primaryPort}
  timeout client 1h
  timeout server 1h
  option clitcpka
  option srvtcpka
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 3 rise 1 on-marked-down shutdown-sessions
${database.join('\n')}
listen web
  mode http
  log global
  option httplog
  bind 127.0.0.1:${webPort}
  timeout client 1m
  timeout server 1m
  option forwardfor
  option httpchk GET /api/health/ready
  http-check expect status 200
  retry-on conn-failure empty-response
  http-request disable-l7-retry unless METH_GET
  http-response set-header x-served-by %s
  default-server inter 1s fastinter 200ms fall 2 rise 1 observe layer4 error-limit 1 on-error mark-down
${web.join('\n')}
  use_backend running if { nbsrv(web) eq 0 }
backend running
  mode http
  timeout server 1m
  retry-on conn-failure empty-response
  http-request disable-l7-retry unless METH_GET
  default-server inter 1s fastinter 200ms fall 1 rise 1 observe layer4 error-limit 1 on-error mark-down
${web.join('\n')}
`;
}

/**
 * Returns the configuration of PgBouncer 1.18 in transaction mode. It refuses startup parameters
 * that it does not know; `connect_query` sets their values on each connection to PostgreSQL.
 */
export function pgbouncerConfiguration({ folder, port, primaryPort }) {
  const settings = [
    `set statement_timeout = '10s'`,
    `set idle_in_transaction_session_timeout = '10s'`,
    'set jit = off',
  ];
  return `[databases]
samay = host=127.0.0.1 port=${primaryPort} dbname=samay connect_query='${settings.join('; ').replaceAll(`'`, `''`)}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/users.txt
pool_mode = transaction
default_pool_size = 20
max_client_conn = 200
ignore_startup_parameters = extra_float_digits, statement_timeout, idle_in_transaction_session_timeout, options
server_login_retry = 1
server_connect_timeout = 3
query_wait_timeout = 10
tcp_keepalive = 1
tcp_keepidle = 10
`;
}

/** The logins that PgBouncer accepts, and with which it logs in at PostgreSQL. */
export const pgbouncerUsers = `"samay_login" "${passwords.samay_login}"\n`;
