import type { Dependencies } from '../../context/dependencies.ts';
import type { AccessTokens } from '../../http/access-token.ts';
import type { Routes } from '../../http/routes.ts';
import { accountRoutes } from './account/routes.ts';
import { googleSignInRoutes } from './google-sign-in/routes.ts';
import { passwordRoutes } from './passwords/routes.ts';
import type { Admission } from './people/admission.ts';
import { secondFactorRoutes } from './second-factor/routes.ts';
import { sessionRoutes } from './session/routes.ts';
import { ownSessionRoutes } from './sessions/routes.ts';

/** Registers the endpoints of the module. `admission` says which business a person joins when they prove an email address. */
export function identityRoutes(
  routes: Routes,
  dependencies: Dependencies,
  { tokens, admission }: { tokens: AccessTokens; admission: Admission },
): void {
  sessionRoutes(routes, dependencies, tokens);
  ownSessionRoutes(routes);
  googleSignInRoutes(routes, tokens, admission);
  secondFactorRoutes(routes, dependencies, tokens);
  passwordRoutes(routes, dependencies, admission);
  accountRoutes(routes);
}
