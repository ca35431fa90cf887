/** Vector clocks, epochs and locksets: the values that every engine computes with. */
package io.racedet.clock;
