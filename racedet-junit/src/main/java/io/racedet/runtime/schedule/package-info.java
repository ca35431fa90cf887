/** Schedules: when each thread of a recording waits, and for how long. */
package io.racedet.runtime.schedule;
