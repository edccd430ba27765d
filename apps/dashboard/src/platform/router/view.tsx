import {
  type ComponentType,
  createContext,
  type ReactNode,
  Suspense,
  use,
  useLayoutEffect,
  useSyncExternalStore,
} from 'react';
import { FailureBoundary } from '../failure-boundary.tsx';
import type { FailureProps } from './route.ts';
import type { Router, Shown } from './router.ts';
import { screenOf } from './screens.ts';

/** Drawn where a part names none of its own. */
interface Otherwise {
  readonly pending: ComponentType;
  readonly failed: ComponentType<FailureProps>;
}

const RouterContext = createContext<Router | null>(null);
const InnerContext = createContext<ReactNode>(null);

export function RouterProvider({
  router,
  children,
}: {
  readonly router: Router;
  readonly children: ReactNode;
}) {
  return <RouterContext value={router}>{children}</RouterContext>;
}

export function useRouter(): Router {
  const router = use(RouterContext);
  if (router === null) throw new Error('This is drawn without a RouterProvider');
  return router;
}

/** What is shown now; null before anything is. */
export function useShown(): Shown | null {
  const router = useRouter();
  return useSyncExternalStore(router.subscribe, router.shown);
}

/** Draws what is shown: each part within the one before it. */
export function Screens(otherwise: Otherwise) {
  const shown = useShown();
  useLayoutEffect(() => {
    if (shown !== null) scroll(shown);
  }, [shown]);
  if (shown === null) return null;
  return shown.parts.reduceRight<ReactNode>((inner, { part, failure }, place) => {
    const { pending: Pending = otherwise.pending, failed: Failed = otherwise.failed } = part;
    const Screen = screenOf(part);
    return (
      <InnerContext value={inner} key={keyOf(shown, place)}>
        <Suspense fallback={<Pending />}>
          <FailureBoundary turn={shown.turn} failed={(props) => <Failed {...props} />}>
            {failure !== undefined && <Thrown {...failure} />}
            {failure === undefined && (Screen === undefined ? <Pending /> : <Screen />)}
          </FailureBoundary>
        </Suspense>
      </InnerContext>
    );
  }, null);
}

/** The place for what is drawn within this part. */
export function Outlet(): ReactNode {
  return use(InnerContext);
}

function Thrown({ error }: { readonly error: unknown }): ReactNode {
  throw error;
}

const keys = new WeakMap<object, number>();
let given = 0;

/** One screen in the place of another begins anew; the same one at another address goes on. */
function keyOf({ parts }: Shown, place: number): number {
  const part = parts[place]?.part ?? parts;
  const key = keys.get(part) ?? (given += 1);
  keys.set(part, key);
  return key;
}

function scroll({ location, scrollTo: top }: Shown): void {
  const named = top === 0 && location.hash !== '' ? document.getElementById(location.hash.slice(1)) : null;
  if (named !== null) named.scrollIntoView();
  else if (top !== undefined) scrollTo({ top, behavior: 'instant' });
}
