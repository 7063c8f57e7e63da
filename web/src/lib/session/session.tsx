import {
  type AccessToken,
  checkOnboarding,
  getSession,
  type Session,
  signIn as signInEndpoint,
  signOut as signOutEndpoint,
} from '@samay/contract/identity/session';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { ApiError, call } from '../api/api.ts';
import { tokens } from '../api/access-token.ts';

export type AuthState =
  | { readonly status: 'loading' }
  | { readonly status: 'unauthenticated'; readonly after?: SessionEnd }
  | { readonly status: 'authenticated'; readonly session: Session; readonly needsOnboarding: boolean }
  | { readonly status: 'failed'; readonly error: unknown };

/**
 * The reason why a session ended, for the sign-in page; `sign-out-unconfirmed`: the server could
 * not be reached.
 */
export type SessionEnd = 'sign-out' | 'sign-out-unconfirmed' | 'session-ended';

export interface Auth {
  readonly state: AuthState;
  /** Signs in. @throws ApiError; the form keeps the typed values. */
  signIn(credentials: { email: string; password: string; remember: boolean }): Promise<void>;
  /** Starts a session that the server has created in another way, such as by Google. */
  enter(token: AccessToken, remember: boolean): Promise<void>;
  /** Signs out; in this browser always. @throws ApiError when the server could not be reached. */
  signOut(): Promise<void>;
  /** Loads the session again, after a failure or when the business has changed. */
  retry(): void;
  /**
   * Loads role, business and permissions again without a spinner; a call that fails changes
   * nothing.
   */
  recheck(): Promise<void>;
}

const AuthContext = createContext<Auth | null>(null);

/** Provides the session. When another user signs in in another tab, this one reloads. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<AuthState>(() => ({
    status: tokens.access() ? 'loading' : 'unauthenticated',
  }));
  /**
   * The number of the newest load; results of older ones are ignored, so that none undoes a
   * sign-out.
   */
  const lastLoad = useRef(0);

  const load = useCallback(async (isQuiet = false) => {
    const mine = ++lastLoad.current;
    const next = await currentState();
    if (mine !== lastLoad.current || (isQuiet && next.status === 'failed')) return;
    setState(next);
  }, []);
  const recheck = useCallback(() => load(true), [load]);

  useEffect(() => {
    if (tokens.access()) void load();
    return tokens.listen((event) => {
      lastLoad.current += 1;
      if (event === 'ended') setState({ status: 'unauthenticated', after: 'session-ended' });
      else location.reload();
    });
  }, [load]);

  const isSignedIn = state.status === 'authenticated';
  useEffect(() => (isSignedIn ? tokens.startRenewal() : undefined), [isSignedIn]);

  const enter = useCallback(
    async (token: AccessToken, remember: boolean) => {
      tokens.start(token, remember);
      await load();
    },
    [load],
  );

  const auth = useMemo<Auth>(
    () => ({
      state,
      async signIn({ remember, ...credentials }) {
        await enter(await call(signInEndpoint, { body: { ...credentials, remember } }), remember);
      },
      enter,
      async signOut() {
        const request = call(signOutEndpoint);
        tokens.end();
        setState({ status: 'unauthenticated', after: 'sign-out' });
        try {
          await request;
        } catch (error) {
          setState({ status: 'unauthenticated', after: 'sign-out-unconfirmed' });
          throw error;
        }
      },
      retry() {
        setState({ status: 'loading' });
        void load();
      },
      recheck,
    }),
    [state, load, recheck, enter],
  );
  return <AuthContext value={auth}>{children}</AuthContext>;
}

/** Returns the session's state and its functions. @throws when used outside its provider. */
export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth must be used within a SessionProvider');
  return auth;
}

/**
 * Returns the session of the signed-in user. @throws when used outside its provider or if nobody is
 * signed in.
 */
export function useSession(): Session {
  const { state } = useAuth();
  if (state.status !== 'authenticated')
    throw new Error('useSession must be used within a signed-in SessionProvider');
  return state.session;
}

async function currentState(): Promise<AuthState> {
  try {
    const session = await call(getSession);
    return { status: 'authenticated', session, needsOnboarding: await needsOnboarding(session) };
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) return { status: 'failed', error };
    tokens.end();
    return { status: 'unauthenticated', after: 'session-ended' };
  }
}

/**
 * Returns whether the user must complete the onboarding: owners only, after the second factor. A
 * failed check grants no access: its error becomes the state's.
 */
async function needsOnboarding({ user, tenant, awaits }: Session): Promise<boolean> {
  const isOwner = user.role === 'BUSINESS_OWNER' || user.role === 'BUSINESS_ADMIN';
  if (!isOwner || !tenant || awaits) return false;
  const reply = await call(checkOnboarding, { query: { email: user.email, userId: user.id } });
  return reply.data.needsOnboarding;
}
