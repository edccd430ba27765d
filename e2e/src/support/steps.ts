import type { Locator, Page } from '@playwright/test';

/** Counts the steps of a task: clicks, filled fields, links followed from elsewhere, and commands. */
export class Steps {
  count = 0;

  async click(target: Locator): Promise<void> {
    this.count += 1;
    await target.click();
  }

  async fill(field: Locator, text: string): Promise<void> {
    this.count += 1;
    await field.fill(text);
  }

  /** Follows a link outside of the browser, such as the one in an email. */
  async follow(page: Page, link: string): Promise<void> {
    this.count += 1;
    await page.goto(link);
  }

  /** Enters a command in a terminal. */
  run<Result>(command: () => Result): Result {
    this.count += 1;
    return command();
  }
}
