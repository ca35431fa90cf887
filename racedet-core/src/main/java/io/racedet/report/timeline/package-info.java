/** What the threads of a race did around its accesses. */
package io.racedet.report.timeline;
