/** The text of a failure. Internal. */
package io.racedet.junit.report;
