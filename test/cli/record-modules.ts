/**
 * Loaded with `--import` into the processes of a test: appends a line with the process's id and the
 * address of each module that it loads to the file that `MODULE_LOG` names.
 */
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

registerHooks({
  load: (url, context, nextLoad) => {
    appendFileSync(process.env['MODULE_LOG'] ?? '', `${process.pid} ${url}\n`);
    return nextLoad(url, context);
  },
});
