/** What need not be recorded, since earlier records of the same thread say it. */
package io.racedet.runtime.spans;
