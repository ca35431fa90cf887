/** The report folder: what each JVM of a build contributes, merged into one report. */
package io.racedet.junit.results;
