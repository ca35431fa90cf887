/** Writes a report as Markdown, for pull requests. */
package io.racedet.report.markdown;
