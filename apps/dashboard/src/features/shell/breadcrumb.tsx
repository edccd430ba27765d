import { navigationTexts } from '@comet/texts';
import { Link, type LinkProps } from '@tanstack/react-router';

interface BreadcrumbProps {
  readonly to: NonNullable<LinkProps['to']>;
  /** Parent of this screen, by its name in the navigation. */
  readonly name: string;
}

/** The link to the parent of a screen that the navigation does not list. */
export function Breadcrumb({ to, name }: BreadcrumbProps) {
  return (
    <nav aria-label={navigationTexts.breadcrumb}>
      <Link
        to={to}
        className="inline-flex min-h-6 items-center gap-2 text-small text-quiet no-underline transition-colors hover:text-ink"
      >
        <BackArrow />
        {name}
      </Link>
    </nav>
  );
}

function BackArrow() {
  return (
    <svg aria-hidden="true" width="14" height="14" viewBox="0 0 14 14" fill="none" stroke="currentColor">
      <path d="M8.5 2.5 4 7l4.5 4.5" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
