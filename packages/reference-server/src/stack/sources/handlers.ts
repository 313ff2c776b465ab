import { type ResourceHandlers, resourceHandlers } from '../base/handlers.ts';
import type { SourceService } from './service.ts';

export const sourceHandlers = (sources: SourceService): ResourceHandlers<'Source', 'Sources'> =>
  resourceHandlers({ one: 'Source', many: 'Sources', id: 'sourceId' }, sources);
