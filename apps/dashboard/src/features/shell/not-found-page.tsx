import { ConfirmLayout } from './confirm-layout.tsx';
import NotFoundScreen from './not-found-screen.tsx';

/** Outside the dashboard, on its own. */
export default function NotFoundPage() {
  return (
    <ConfirmLayout>
      <NotFoundScreen />
    </ConfirmLayout>
  );
}
