/** The report of a run: what was found as values, and the files that it is written to. */
package io.racedet.report;
