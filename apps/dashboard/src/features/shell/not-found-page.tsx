import { shellTexts } from '@comet/texts';
import { Logo } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import NotFoundScreen from './not-found-screen.tsx';

/** Outside the dashboard, on its own. */
export default function NotFoundPage() {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-160 flex-col gap-14 px-5 pt-5 pb-12 sm:px-10 sm:pt-10">
      <Link to="/" className="self-start no-underline">
        <Logo name={shellTexts.brand} />
      </Link>
      <NotFoundScreen />
    </main>
  );
}
