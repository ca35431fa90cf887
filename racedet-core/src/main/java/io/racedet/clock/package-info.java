/** Vector clocks, epochs and locksets: the values that all engines compute with. */
package io.racedet.clock;
