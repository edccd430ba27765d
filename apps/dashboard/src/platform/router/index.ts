export type { FirstAddress, HomeAddress, UserAddress, VisitorAddress, Written } from './addresses.ts';
export {
  Navigate,
  useKeep,
  useLocation,
  useNavigate,
  useParams,
  useSearch,
  useSetSearch,
  useTurn,
} from './hooks.ts';
export { Link } from './link.tsx';
export { isWithin } from './match.ts';
export type { Arrival, FailureProps, Part, Verdict } from './route.ts';
export { createRouter } from './router.ts';
export type { Table } from './table.ts';
export { Outlet, RouterProvider, Screens, useRouter } from './view.tsx';
