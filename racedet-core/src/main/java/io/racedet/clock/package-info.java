/** Vector clocks: what each thread knows of the events of the others. */
package io.racedet.clock;
