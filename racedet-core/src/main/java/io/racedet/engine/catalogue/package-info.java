/** The table of engines, and one file for each engine: what it claims, and how it is made. */
package io.racedet.engine.catalogue;
