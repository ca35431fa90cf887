/** Ids as numbers: dense ones, tables by them, and locks with their modes. */
package io.racedet.ids;
