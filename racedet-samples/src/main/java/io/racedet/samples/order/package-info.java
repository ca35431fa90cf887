/**
 * Programs without a data race whose outcome is wrong for some orders of their synchronisation.
 *
 * <p>Each checks its outcome by itself. The bugs are those of SCTBench (Thomson, Donaldson, Betts,
 * "Concurrency testing using schedule bounding: an empirical study", PPoPP 2014), written anew with
 * volatile fields and locks.
 */
package io.racedet.samples.order;
