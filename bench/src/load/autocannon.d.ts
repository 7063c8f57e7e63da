/** Types of the part of autocannon 9 that is used here; the package has none. */
declare module 'autocannon' {
  interface Request {
    method?: string;
    path?: string;
    body?: string;
    headers?: Record<string, string>;
    setupRequest?: (request: Request) => Request;
  }
  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration?: number;
    /** Requests over all connections, in place of `duration`. */
    amount?: number;
    /** Milliseconds between two checks whether it is done. */
    sampleInt?: number;
    timeout?: number;
    /** Requests per second over all connections. */
    overallRate?: number;
    requests: Request[];
  }
  interface Result {
    /** Seconds. */
    duration: number;
    errors: number;
    timeouts: number;
  }
  interface Instance extends PromiseLike<Result> {
    on(
      event: 'response',
      listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
    ): void;
  }
  export default function autocannon(options: Options): Instance;
}
