/** Races and their witnesses as text for reading. */
package io.racedet.report.text;
