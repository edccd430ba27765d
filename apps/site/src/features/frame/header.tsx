import { helpTexts } from '@comet/texts/help';
import { frameTexts } from '@comet/texts/site';
import { buttonClasses, Logo } from '@comet/ui';
import { dashboard } from '../../platform/addresses.ts';

const links = [
  ['/locations/', frameTexts.locations],
  ['/residential/', frameTexts.residential],
  ['/security/', frameTexts.security],
  ['/download/', frameTexts.footer.download],
  ['/help/', helpTexts.title],
] as const;

const linkClasses =
  'inline-flex min-h-11 items-center text-ink no-underline hover:text-comet aria-[current=page]:text-comet';

/** The navigation. On phones it is a list that opens without a script. */
export function Header({ path }: { readonly path: string }) {
  const items = (
    <>
      {links.map(([href, name]) => (
        <a key={href} href={href} className={linkClasses} aria-current={path === href ? 'page' : undefined}>
          {name}
        </a>
      ))}
      <a href={dashboard.logIn} className={linkClasses}>
        {frameTexts.signIn}
      </a>
    </>
  );
  return (
    <header className="relative mx-auto flex w-full max-w-[80rem] flex-wrap items-center gap-x-8 px-4 py-5 sm:px-16">
      <a href="/" className="inline-flex min-h-11 items-center no-underline" aria-label={frameTexts.product}>
        <Logo name={frameTexts.brand} />
      </a>
      <nav aria-label={frameTexts.main} className="ml-auto hidden items-center gap-x-8 lg:flex">
        {items}
        <a href="/pricing/" className={buttonClasses()}>
          {frameTexts.seePlans}
        </a>
      </nav>
      <details className="group w-full lg:hidden open:pt-3">
        {/* Outside the list, so that it stays beside the logo when the list opens. */}
        <summary className="absolute top-0 right-0 mt-5 flex min-h-11 cursor-pointer list-none items-center px-4 font-semibold text-ink sm:px-16 [&::-webkit-details-marker]:hidden">
          <span className="group-open:hidden">{frameTexts.menu}</span>
          <span className="hidden group-open:inline">{frameTexts.closeMenu}</span>
        </summary>
        <nav aria-label={frameTexts.main} className="flex flex-col border-t border-line pt-2">
          {items}
          <a href="/pricing/" className={`${buttonClasses('primary', true)} mt-3`}>
            {frameTexts.seePlans}
          </a>
        </nav>
      </details>
    </header>
  );
}
