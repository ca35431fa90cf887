/** The report of a run: its values, and the files that it is written to. */
package io.racedet.report;
