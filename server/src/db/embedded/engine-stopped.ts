/** The embedded database is not there for the moment. The code is PostgreSQL's `cannot_connect_now`, so that it counts as an outage. */
export class EngineStopped extends Error {
  override readonly name = 'EngineStopped';
  readonly code = '57P03';

  constructor(options?: ErrorOptions) {
    super('the embedded database is stopped', options);
  }
}
