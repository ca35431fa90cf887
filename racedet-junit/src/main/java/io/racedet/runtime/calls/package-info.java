/** What the hooks know of calls: how they are treated, and which fields they access. */
package io.racedet.runtime.calls;
