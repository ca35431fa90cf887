/** What threads hold and request, and the deadlocks that they are driven into or kept from. */
package io.racedet.runtime.locks;
