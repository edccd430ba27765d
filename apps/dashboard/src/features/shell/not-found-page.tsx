import { ConfirmLayout } from './confirm-layout.tsx';
import NotFoundScreen from './not-found-screen.tsx';

/** The page for an unknown path, outside the dashboard's layout. */
export default function NotFoundPage() {
  return (
    <ConfirmLayout>
      <NotFoundScreen />
    </ConfirmLayout>
  );
}
