/** The report folder: merges the results of all JVMs of a build into one report. */
package io.racedet.junit.results;
