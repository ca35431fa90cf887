/** Races and their witnesses as text. */
package io.racedet.report.text;
